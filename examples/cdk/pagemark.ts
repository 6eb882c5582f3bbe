import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { CfnFunction, CfnStateMachine } from 'aws-cdk-lib/aws-sam';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';

const PROJECT = join(import.meta.dirname, '../..');

const app = new App();
const stack = new Stack(app, 'pagemark');

// What sam build has made: a folder for each function.
const build: string = app.node.tryGetContext('build') ?? join(PROJECT, '.aws-sam/build');

// They refer to the alias that SAM makes of ApiFunction, which the CDK does not know.
const ofAlias = ['ApiIntegration', 'ApiPermission'];

const pagemark = new CfnInclude(stack, 'Pagemark', {
  templateFile: join(PROJECT, 'template.yaml'),
  // Others keep the template's defaults. A condition decides on TableStreamArn, so it must be a text, not a reference.
  parameters: {
    AuthMode: 'none',
    IndexKind: 'dynamodb',
    Network: 'none',
    TableStreamArn: app.node.getContext('stream'),
  },
  dehydratedResources: ofAlias,
});
ofAlias.forEach((id) => pagemark.getResource(id).overrideLogicalId(id));

// Conditions keep out what the validator warns of: empty defaults, and resources that these parameters do not make.
Validations.of(stack).acknowledge(
  ...['W1001', 'W1028', 'W1030', 'W2509', 'W8003', 'W9053'].map((rule) => ({
    id: `CloudFormation-Validate::${rule}`,
    reason: 'The template is checked by itself, for all parameters.',
  })),
);

for (const resource of stack.node.findAll().filter((construct) => construct instanceof CfnFunction)) {
  const code = new Asset(stack, `${resource.node.id}Code`, { path: join(build, resource.node.id) });
  resource.codeUri = { bucket: code.s3BucketName, key: code.s3ObjectKey };
}

for (const machine of stack.node.findAll().filter((construct) => construct instanceof CfnStateMachine)) {
  const file = new Asset(stack, `${machine.node.id}Definition`, { path: join(PROJECT, String(machine.definitionUri)) });
  machine.definitionUri = { bucket: file.s3BucketName, key: file.s3ObjectKey };
}
