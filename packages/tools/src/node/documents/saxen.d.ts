/** The part of saxen that is used here; the package has no types of its own. */
declare module 'saxen' {
  export class Parser {
    on(event: 'openTag', listener: (name: string, attributes: () => Readonly<Record<string, string>>) => void): this;
    on(event: 'text', listener: (value: string, decode: (text: string) => string) => void): this;
    on(event: 'closeTag', listener: (name: string) => void): this;
    parse(xml: string): this;
  }
}
