/// Parts that run in one process, measured by JMH.
@NullMarked
package pagemark.benchmark.part;

import org.jspecify.annotations.NullMarked;
