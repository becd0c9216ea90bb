/**
 * How providers and local servers say that a prompt does not fit. Codes first, then wordings, each with whose it is;
 * limits of tokens a minute are sorted out before, by their status.
 */
const patterns: readonly RegExp[] = [
  /context_length_exceeded|exceed_context_size|context_window_exceeded|model_max_prompt_tokens_exceeded/i, // codes
  /maximum context length/i, // OpenAI, vLLM, OpenRouter, Mistral, DeepSeek
  /exceeds? the context window/i, // OpenAI Responses
  /prompt (is )?too long/i, // Anthropic, Ollama
  /exceeds? (the )?context (limit|length|size)/i, // Anthropic with max_tokens, Ollama
  /request_too_large|payload size exceeds/i, // Anthropic, Gemini: more bytes than they take
  /input token count.{0,60}exceeds/i, // Gemini
  /maximum number of tokens allowed/i, // Gemini, older
  /exceeds the available context size/i, // llama.cpp
  /(input|prompt|request) (length|is|size).{0,40}(exceeds|longer than|too (long|large)).{0,40}(context|tokens|model)/i, // vLLM, TGI, Ollama, Bedrock
  /tokens to keep from the initial prompt|keep the first \d+ tokens when context/i, // LM Studio
  /(longer|greater|larger) than the (model's )?context length/i, // LM Studio, MLX
  /context (length|size|window) (was )?(exceeded|overflow|too small|is too short)/i, // LM Studio and others
  /maximum prompt length is \d+/i, // xAI
  /(reduce|shorten) (the length of )?(the |your )?(messages|prompt|input)/i, // Groq and other compatible ones
  /too many (input )?tokens(?! per)/i,
];

/** True where a provider's error text or code means that the prompt does not fit the context window. */
export function isContextOverflow(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
