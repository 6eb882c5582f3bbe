/// A Lambda function that shows pages in a shape of its own, on the library `pages`.
@NullMarked
package example.orders;

import org.jspecify.annotations.NullMarked;
