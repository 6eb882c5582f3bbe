"""Checks with SAM's own translator that new code publishes a new version of the API function, that the version before is deleted,
and that no alias of the template before is doubled: python upgrade.py TEMPLATE"""

import os
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
    return transform(document, {"AuthMode": "none"}, NoManagedPolicies())["Resources"]


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
