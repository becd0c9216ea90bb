/** The half-width forms from U+FF65 on in their full form. */
const fullForms =
  '・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u3099\u309a';

const combined = (letter: string, mark: string): string | undefined => {
  if (letter < '\u30a6' || letter > '\u30fd') return undefined;
  const whole = (letter + (mark === '\uff9e' ? '\u3099' : '\u309a')).normalize('NFC');
  return whole.length === 1 ? whole : undefined;
};

/** Full-width Latin as ASCII, half-width katakana as full-width. */
export const normalizeWidth = (text: string): string => {
  if (!/[\uff01-\uff5e\uff65-\uff9f]/.test(text)) return text;
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    const code = text.charCodeAt(at);
    if (code >= 0xff01 && code <= 0xff5e) out += String.fromCharCode(code - 0xfee0);
    else if (code >= 0xff65 && code <= 0xff9f) {
      const whole = code >= 0xff9e && out !== '' ? combined(out.charAt(out.length - 1), letter) : undefined;
      out = whole === undefined ? out + fullForms.charAt(code - 0xff65) : out.slice(0, -1) + whole;
    } else out += letter;
  }
  return out;
};
