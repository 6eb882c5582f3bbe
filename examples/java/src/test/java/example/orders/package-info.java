/// Tests of the example, on the local stack.
@NullMarked
package example.orders;

import org.jspecify.annotations.NullMarked;
