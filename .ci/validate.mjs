// Checks a template against the rules of @aws/cloudformation-validate, offline:
// node validate.mjs FOLDER_OF_THE_PACKAGE TEMPLATE
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [folder, template] = process.argv.slice(2);
const { RegoEngine, TemplateFile } = createRequire(resolve(folder) + "/")("@aws/cloudformation-validate");

const WARNINGS_THAT_COUNT = ["W3030", "W3031"];

const lines = readFileSync(template, "utf8").split("\n");

// Whether the finding is about an empty default whose use a condition prevents. The validator does not follow `Fn::If`, which
// begins in the property's line or in the next.
const isUnusedDefault = (d) =>
  (d.ruleId === "E1151" && d.message.startsWith("'' ")) ||
  (/^('' does not match|length 0 is below)/.test(d.message) &&
    /!If \[|Fn::If:/.test(lines.slice(d.startLine - 1, d.startLine + 1).join("\n")));

const engine = new RegoEngine();
const found = engine
  .validateStandard(new TemplateFile(template))
  .diagnostics.filter((d) => ["FATAL", "ERROR"].includes(d.severity) || WARNINGS_THAT_COUNT.includes(d.ruleId))
  .filter((d) => !isUnusedDefault(d));
for (const d of found) {
  console.error(`${template}:${d.startLine}: ${d.ruleId} ${d.entity?.logicalId ?? ""} ${d.propertyPath}: ${d.message}`);
}
engine.free();
process.exitCode = found.length === 0 ? 0 : 1;
