// Parsers of Link headers find the addresses of an answer, whose lists of values have commas.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import { parseLinkHeader as web3 } from "@web3-storage/parse-link-header";

const require = createRequire(import.meta.url);
const NEXT = "/comments/x?page=3&size=2&rating=4%2C5&language=en";
const LINK = [
  `</comments/x?page=2&size=2&rating=4%2C5&language=en>; rel="self"`,
  `</comments/x?page=1&size=2&rating=4%2C5&language=en>; rel="first"`,
  `</comments/x?page=1&size=2&rating=4%2C5&language=en>; rel="prev"`,
  `<${NEXT}>; rel="next"`,
  `</comments/x?page=289&size=2&rating=4%2C5&language=en>; rel="last"`,
  `</comments/x?page=2&size=2&rating=4%2C5&language=en>; rel="canonical"`,
].join(", ");

const PARSERS = {
  "parse-link-header": (link) => require("parse-link-header")(link).next.url,
  "http-link-header": (link) => require("http-link-header").parse(link).rel("next")[0].uri,
  li: (link) => require("li").parse(link).next,
  "parse-links": (link) => require("parse-links")(link).next,
  "github-parse-link": (link) => require("github-parse-link")(link).next,
  "@web3-storage/parse-link-header": (link) => web3(link).next.url,
  "split at commas": (link) => link.split(",").find((one) => one.includes('rel="next"')).replace(/^\s*<(.*)>.*$/, "$1"),
};

for (const [name, next] of Object.entries(PARSERS)) {
  test(name, () => assert.equal(decodeURI(next(LINK)), decodeURI(NEXT)));
}
