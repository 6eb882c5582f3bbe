// JSON whose numbers keep all their digits: DynamoDB has 38, JavaScript about 16.

/** A number that a double does not hold as it was written. */
export class Digits {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

export function parse(text) {
  return JSON.parse(text, (_, value, context) =>
    typeof value === "number" && context?.source !== undefined && String(value) !== context.source
      ? new Digits(context.source)
      : value);
}

export function stringify(value) {
  return JSON.stringify(value, (_, each) => {
    if (!(each instanceof Digits)) {
      return each;
    }
    return JSON.rawJSON ? JSON.rawJSON(each.text) : Number(each.text);
  });
}

/** A value as people read it: texts as they are, the rest as JSON. */
export const shown = (value) => (typeof value === "string" ? value : stringify(value));
