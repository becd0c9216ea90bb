import { parseXml } from './parse-xml.ts';
import type { RawDocument } from './raw-document.ts';
import { readZipTexts } from './zip-directory.ts';

const slidePart = /^ppt\/slides\/slide\d+\.xml$/;
const notesPart = /^ppt\/notesSlides\/notesSlide\d+\.xml$/;

/** The text of the slides in the order in which they are shown, each with its speaker notes. */
export function extractPptx(bytes: Uint8Array): RawDocument {
  const parts = readZipTexts(
    bytes,
    (name) =>
      slidePart.test(name) || notesPart.test(name) || /^ppt\/(?:slides\/)?_rels\/|^ppt\/presentation\.xml$/.test(name),
  );
  const slides = slideOrder(parts);
  const text = slides.map((part, index) => {
    const notes = [...relations(parts, part).values()].find((target) => notesPart.test(target));
    const body = paragraphs(parts.get(part) ?? '');
    const spoken = notes === undefined ? [] : paragraphs(parts.get(notes) ?? '').filter((line) => !/^\d+$/.test(line));
    return [
      `--- slide ${index + 1} of ${slides.length} ---`,
      ...body,
      ...(spoken.length > 0 ? ['(notes)', ...spoken] : []),
    ].join('\n');
  });
  return {
    title: `PowerPoint presentation, ${slides.length === 1 ? '1 slide' : `${slides.length} slides`}`,
    text: text.join('\n'),
  };
}

/** Parts of the slides as the presentation lists them; by number where it does not say. */
function slideOrder(parts: ReadonlyMap<string, string>): readonly string[] {
  const targets = relations(parts, 'ppt/presentation.xml');
  const ordered: string[] = [];
  parseXml(parts.get('ppt/presentation.xml') ?? '', {
    open(name, attributes) {
      const target = name === 'p:sldId' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (target !== undefined && parts.has(target)) ordered.push(target);
    },
  });
  if (ordered.length > 0) return ordered;
  const number = (part: string): number => Number(/\d+/.exec(part)?.[0] ?? 0);
  return [...parts.keys()].filter((part) => slidePart.test(part)).sort((a, b) => number(a) - number(b));
}

/** Targets of a part's relations by id, as part names. */
function relations(parts: ReadonlyMap<string, string>, part: string): ReadonlyMap<string, string> {
  const slash = part.lastIndexOf('/');
  const directory = part.slice(0, slash);
  const targets = new Map<string, string>();
  parseXml(parts.get(`${directory}/_rels/${part.slice(slash + 1)}.rels`) ?? '', {
    open(name, { Id: id, Target: target }) {
      if (name === 'Relationship' && id !== undefined && target !== undefined)
        targets.set(id, resolve(directory, target));
    },
  });
  return targets;
}

function resolve(directory: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const segments = directory.split('/');
  for (const segment of target.split('/')) {
    if (segment === '..') segments.pop();
    else segments.push(segment);
  }
  return segments.join('/');
}

/** DrawingML: `a:p` is a paragraph, `a:t` its text, `a:br` a break, `a:tab` a tab. */
function paragraphs(xml: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let isText = false;
  parseXml(xml, {
    open(name) {
      isText = name === 'a:t';
      if (name === 'a:br') line += ' ';
      else if (name === 'a:tab') line += '\t';
    },
    text(value) {
      if (isText) line += value;
    },
    close(name) {
      if (name === 'a:t') isText = false;
      if (name !== 'a:p') return;
      if (line.trim() !== '') lines.push(line.trimEnd());
      line = '';
    },
  });
  return lines;
}
