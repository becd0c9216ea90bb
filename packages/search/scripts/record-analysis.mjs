// Asks a running OpenSearch or Elasticsearch the questions of a fixture again and writes its answers into it:
//   node packages/search/scripts/record-analysis.mjs http://127.0.0.1:9200 packages/search/src/analysis/fixtures/more.jsonl
import { readFileSync, writeFileSync } from 'node:fs';

const [url, file] = process.argv.slice(2);
const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
const answers = [];
for (const line of lines) {
  const { id, path, body } = JSON.parse(line);
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  answers.push(JSON.stringify({ id, path, body, status: response.status, response: await response.json() }));
}
writeFileSync(file, `${answers.join('\n')}\n`);
