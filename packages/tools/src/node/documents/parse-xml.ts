import { Parser } from 'saxen';

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(value: string): void;
  close?(name: string): void;
}

/** Walks well-formed XML. Throws where it is not. */
export function parseXml(xml: string, handler: XmlHandler): void {
  const parser = new Parser();
  parser.on('openTag', (name, attributes) => handler.open?.(name, attributes()));
  parser.on('text', (value, decode) => handler.text?.(decode(value)));
  parser.on('closeTag', (name) => handler.close?.(name));
  parser.parse(xml);
}
