/// Checks template.yaml and the files beside it against the code, for mistakes that CloudFormation
/// and SAM would report only at the deployment, or never.
@NullMarked
package pagemark.deploy;

import org.jspecify.annotations.NullMarked;
