import type { ClassTable } from '../runtime/java-class.ts';
import { toText } from '../runtime/to-text.ts';
import { ScriptException, ScriptStringBuilder, Small } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';

const exceptionParents: Readonly<Record<string, string>> = {
  Exception: 'Object',
  RuntimeException: 'Exception',
  ArithmeticException: 'RuntimeException',
  ClassCastException: 'RuntimeException',
  IllegalArgumentException: 'RuntimeException',
  NumberFormatException: 'IllegalArgumentException',
  PatternSyntaxException: 'IllegalArgumentException',
  IllegalStateException: 'RuntimeException',
  IndexOutOfBoundsException: 'RuntimeException',
  ArrayIndexOutOfBoundsException: 'IndexOutOfBoundsException',
  StringIndexOutOfBoundsException: 'IndexOutOfBoundsException',
  NullPointerException: 'RuntimeException',
  UnsupportedOperationException: 'RuntimeException',
  ConcurrentModificationException: 'RuntimeException',
  NoSuchElementException: 'RuntimeException',
  InputMismatchException: 'NoSuchElementException',
  DateTimeException: 'RuntimeException',
  DateTimeParseException: 'DateTimeException',
  NegativeArraySizeException: 'RuntimeException',
  EmptyStackException: 'RuntimeException',
  ArrayStoreException: 'RuntimeException',
};

/** The exceptions that scripts may throw and catch, and `StringBuilder`. */
export const defineExceptions = (table: ClassTable): void => {
  for (const [name, parent] of Object.entries(exceptionParents)) {
    table.define(
      name,
      [parent],
      (value) => value instanceof ScriptException,
      (c) => {
        c.method('def', 'getMessage', [], (self) => self.message);
        c.method('def', 'getLocalizedMessage', [], (self) => self.message);
        c.create([], () => new ScriptException(name, null));
        c.create(['String'], ([message]) => new ScriptException(name, message));
      },
    );
  }
  table.define(
    'StringBuilder',
    ['Object'],
    (value) => value instanceof ScriptStringBuilder,
    (c) => {
      c.create([], () => new ScriptStringBuilder(''));
      c.create(
        ['def'],
        ([value]) => new ScriptStringBuilder(value instanceof Small && value.kind === 'Integer' ? '' : toText(value)),
      );
      c.method('StringBuilder', 'append', ['def'], (self, [value], runtime) => {
        const text = toText(value);
        runtime.grow(text.length);
        self.text += text;
        return self;
      });
      c.method('StringBuilder', 'insert', ['int', 'def'], (self, [index, value], runtime) => {
        if (index < 0 || index > self.text.length)
          return throwJava('StringIndexOutOfBoundsException', `offset ${index}, length ${self.text.length}`);
        const text = toText(value);
        runtime.grow(text.length);
        self.text = self.text.slice(0, index) + text + self.text.slice(index);
        return self;
      });
      c.method('StringBuilder', 'reverse', [], (self) => {
        self.text = [...self.text].reverse().join('');
        return self;
      });
      c.method('int', 'length', [], (self) => self.text.length);
      c.method('char', 'charAt', ['int'], (self, [index]) => {
        if (index < 0 || index >= self.text.length)
          return throwJava('StringIndexOutOfBoundsException', `index ${index},length ${self.text.length}`);
        return self.text.charCodeAt(index);
      });
      c.method('StringBuilder', 'deleteCharAt', ['int'], (self, [index]) => {
        self.text = self.text.slice(0, index) + self.text.slice(index + 1);
        return self;
      });
      c.method('StringBuilder', 'delete', ['int', 'int'], (self, [from, to]) => {
        self.text = self.text.slice(0, from) + self.text.slice(to);
        return self;
      });
      c.method('StringBuilder', 'replace', ['int', 'int', 'String'], (self, [from, to, text]) => {
        self.text = self.text.slice(0, from) + text + self.text.slice(to);
        return self;
      });
      c.method('void', 'setLength', ['int'], (self, [length], runtime) => {
        runtime.grow(length);
        self.text = self.text.slice(0, length).padEnd(length, '\u0000');
        return undefined;
      });
      c.method('void', 'setCharAt', ['int', 'char'], (self, [index, code]) => {
        self.text = self.text.slice(0, index) + String.fromCharCode(code) + self.text.slice(index + 1);
        return undefined;
      });
      c.method('int', 'indexOf', ['String'], (self, [text]) => self.text.indexOf(text));
      c.method('int', 'lastIndexOf', ['String'], (self, [text]) => self.text.lastIndexOf(text));
      c.method('String', 'substring', ['int'], (self, [from]) => self.text.slice(from));
      c.method('String', 'substring', ['int', 'int'], (self, [from, to]) => self.text.slice(from, to));
    },
  );
};
