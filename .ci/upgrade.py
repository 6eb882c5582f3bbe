"""Checks with SAM's own translator that new code publishes a new version of the API function, that the version before is deleted,
that no alias of the template before is doubled, and how many resources a stack has: python upgrade.py TEMPLATE"""

import os
import re
import sys

os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")

from samtranslator.translator.transform import transform  # noqa: E402
from samtranslator.yaml_helper import yaml_parse  # noqa: E402


class NoManagedPolicies:
    def load(self):
        return {}


def resources(template, code):
    """The resources that SAM makes of a template whose functions have the code."""
    document = yaml_parse(template)
    for resource in document["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            resource["Properties"]["CodeUri"] = f"s3://bucket/{code}"
        if resource["Type"] == "AWS::Serverless::StateMachine":
            resource["Properties"]["DefinitionUri"] = "s3://bucket/definition"
    return transform(document, {"AuthMode": "none"}, NoManagedPolicies())["Resources"]


def holds(node, parameters, conditions):
    """Whether a condition holds, for those that decide on resources."""
    if isinstance(node, list):
        return [holds(each, parameters, conditions) for each in node]
    if not isinstance(node, dict):
        return str(node)
    ((function, given),) = node.items()
    if function == "Ref":
        return parameters[given]
    if function == "Fn::Sub":
        return re.sub(r"\$\{(\w+)}", lambda name: parameters[name[1]], given)
    if function == "Condition":
        return holds(conditions[given], parameters, conditions)
    values = holds(given, parameters, conditions)
    return {
        "Fn::Equals": lambda: values[0] == values[1],
        "Fn::Not": lambda: not values[0],
        "Fn::And": lambda: all(values),
        "Fn::Or": lambda: any(values),
        "Fn::Join": lambda: values[0].join([values[1]]),
        "Fn::Split": lambda: values[1].split(values[0]),
        "Fn::Select": lambda: values[1][int(values[0])],
    }[function]()


def live(template, given):
    """How many resources a stack for a table that is there has."""
    document = yaml_parse(template)
    stream = {"TableStreamArn": "arn:aws:dynamodb:eu-central-1:123456789012:table/orders/stream/2026"}
    parameters = {name: str(each.get("Default", "none")) for name, each in document["Parameters"].items()} | stream | given
    made = resources(template, "code").values()
    return sum("Condition" not in one or holds({"Condition": one["Condition"]}, parameters, document["Conditions"]) for one in made)


def of_type(made, kind):
    return {name: resource for name, resource in made.items() if resource["Type"] == kind}


with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
before, again, after = (resources(text, code) for code in ("before", "before", "after"))
versions = [of_type(made, "AWS::Lambda::Version") for made in (before, again, after)]
assert all(len(made) == 1 for made in versions), versions
assert versions[0].keys() == versions[1].keys(), "the same code has another version"
assert versions[0].keys() != versions[2].keys(), "new code has no new version"
assert all(version["DeletionPolicy"] == "Delete" for made in versions for version in made.values())
for made, version in zip((before, after), (versions[0], versions[2])):
    (alias,) = of_type(made, "AWS::Lambda::Alias").items()
    assert alias[0] == "ApiFunctionAliasserving", alias
    assert alias[1]["Properties"]["FunctionVersion"]["Fn::GetAtt"][0] in version, alias
counted = [live(text, given) for given in ({"IndexKind": "dynamodb", "Network": "none"}, {})]
assert counted == [36, 52], counted
