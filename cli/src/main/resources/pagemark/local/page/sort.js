// Sort values that are times: converts the stored text to dates that people pick, and back. Epoch times, which are stored as
// numbers, and instants, which are stored in many forms, take part as the ISO 8601 text that the API takes for them.

const TIMES = {
  epochSeconds: { pattern: "uuuu-MM-dd'T'HH:mm:ss'Z'", millis: 1000 },
  epochMillis: { pattern: "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", millis: 1 },
  instant: { pattern: "uuuu-MM-dd'T'HH:mm:ss'Z'" },
};

/** The pattern of a sort's times; null if its values are no times. */
export const patternOf = (sort) => TIMES[sort.type]?.pattern ?? (sort.type === "datetime" ? sort.pattern : null);

/** An item's sort value; undefined if it has none. */
export const valueOf = (sort, item) => (sort.path ?? [sort.attribute]).reduce((value, name) => value?.[name], item);

/** A stored sort value as requests write it. */
export function textOf(sort, value) {
  const kind = TIMES[sort.type];
  const time = kind && new Date(kind.millis ? Number(value) * kind.millis : standard(String(value)));
  if (!kind || Number.isNaN(time.getTime())) {
    return String(value);
  }
  return kind.millis === 1 ? time.toISOString() : time.toISOString().replace(kind.millis ? /\.\d+Z$/ : ".000Z", "Z");
}

/** A time of ISO 8601 as JavaScript reads it: with T, a point, and an offset of hours and minutes. */
function standard(text) {
  const [, date, time, offset = "Z"] = /^(.{10})[Tt ]([\d:.,]+)([Zz]|[+-].+)?$/.exec(text) ?? [];
  const zone = /^[+-]/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3).replace(":", "") || "00"}` : "Z";
  return time ? `${date}T${time.replace(",", ".")}${zone}` : text;
}

const WIDTHS = { uuuu: 4, MM: 2, dd: 2, HH: 2, mm: 2, ss: 2 };
const FIRST = { uuuu: "0000", MM: "01", dd: "01", HH: "00", mm: "00", ss: "00" };
const LAST = { HH: "23", mm: "59", ss: "59" };

/** A pattern's parts: `{field}` or `{literal}`. */
function parts(pattern) {
  return [...pattern.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']/g)].map(([text, quoted, letter]) => {
    if (letter) {
      return { field: text };
    }
    return { literal: quoted === undefined ? text : quoted.replaceAll("''", "'") || "'" };
  });
}

const width = (field) => WIDTHS[field] ?? field.length;

function fields(pattern, text) {
  const found = {};
  let at = 0;
  for (const { field, literal } of parts(pattern)) {
    const length = field ? width(field) : literal.length;
    if (field) {
      found[field] = text.slice(at, at + length);
    }
    at += length;
  }
  return found;
}

/** Whether a pattern tells the day, so that a date can be picked. */
export const hasDays = (pattern) => parts(pattern).some(({ field }) => field === "dd");

/** `2024-05-02 18:05` as the date `2024-05-02`; empty if it is not a date. */
export function dateOf(pattern, text) {
  const { uuuu, MM, dd } = fields(pattern, text ?? "");
  const date = `${uuuu}-${MM}-${dd}`;
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : "";
}

/** A date as a sort value: the beginning of its day, or its end. */
export function ofDate(pattern, date, atEnd = false) {
  const [uuuu, MM, dd] = date.split("-");
  return parts(pattern)
    .map(({ field, literal }) => {
      if (!field) {
        return literal;
      }
      const given = { uuuu, MM, dd }[field];
      return given ?? (atEnd ? (LAST[field] ?? "9".repeat(width(field))) : (FIRST[field] ?? "0".repeat(width(field))));
    })
    .join("");
}

/** `2 May 2024, 18:05`; the text itself if it does not match the pattern. */
export function readable(pattern, text) {
  const found = { ...FIRST, ...fields(pattern, String(text)) };
  const time = new Date(`${found.uuuu}-${found.MM}-${found.dd}T${found.HH}:${found.mm}:${found.ss}Z`);
  if (!hasDays(pattern) || Number.isNaN(time.getTime())) {
    return String(text);
  }
  const hours = parts(pattern).some(({ field }) => field === "HH");
  return new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    ...(hours ? { timeStyle: "short" } : {}),
    timeZone: "UTC",
  }).format(time);
}
