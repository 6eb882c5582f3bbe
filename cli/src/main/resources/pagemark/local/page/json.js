// JSON whose numbers keep all their digits: DynamoDB has 38, JavaScript about 16.

/** A number that a double cannot hold with all its digits. */
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

const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Digits);

/** `[path, value]` for each value of an item. A map that has members is no value, but they are: `["owner", "address", "city"]`. */
export const flat = (item, before = []) => Object.entries(item).flatMap(([name, value]) =>
  (isMap(value) && Object.keys(value).length ? flat(value, [...before, name]) : [[[...before, name], value]]));

/** A value for people: text as it is, anything else as JSON. */
export const shown = (value) => (typeof value === "string" ? value : stringify(value));
