/// The result of a run: what was measured where, every measurement, and the figures and tables made
/// from them. It is written as JSON, and read again by the documents that quote it.
@NullMarked
package pagemark.benchmark.result;

import org.jspecify.annotations.NullMarked;
