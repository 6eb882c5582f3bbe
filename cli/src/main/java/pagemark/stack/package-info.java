/// Reaches the functions of a deployed stack, for commands with `--stack`. Enter at
/// [DeployedStack].
///
/// 1. [DeployedStack.Outputs] asks CloudFormation for the stack's outputs, which name its functions
///    and state machines.
/// 2. [DeployedStack] invokes a function by Lambda, or starts an execution by Step Functions.
///
/// This package knows no listing and no index; the requests and answers are the functions' own. A
/// call costs what the function costs.
@NullMarked
package pagemark.stack;

import org.jspecify.annotations.NullMarked;
