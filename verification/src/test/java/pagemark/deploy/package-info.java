/// Holds template.yaml and the files beside it against the code: what CloudFormation and SAM would
/// find out only when they deploy, or never.
@NullMarked
package pagemark.deploy;

import org.jspecify.annotations.NullMarked;
