/// Tests of the example, on Google's emulator and on Redis.
@NullMarked
package example.firestore;

import org.jspecify.annotations.NullMarked;
