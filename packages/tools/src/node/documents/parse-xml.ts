import { Parser } from 'saxen';

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(value: string): void;
  close?(name: string): void;
}

/** Walks well-formed XML; an empty text has nothing to walk. Throws where it is not well-formed. */
export function parseXml(xml: string, handler: XmlHandler): void {
  if (xml === '') return;
  const parser = new Parser();
  parser.on('openTag', (name, attributes) => handler.open?.(name, attributes()));
  parser.on('text', (value, decode) => handler.text?.(decode(value)));
  parser.on('closeTag', (name) => handler.close?.(name));
  parser.parse(xml);
}
