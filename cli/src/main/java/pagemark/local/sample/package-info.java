/// The sample that `pagemark local` starts with: product comments, generated from a fixed seed.
/// Enter at [Sample]; the four comments that the documentation shows are in [WorkedExample].
@NullMarked
package pagemark.local.sample;

import org.jspecify.annotations.NullMarked;
