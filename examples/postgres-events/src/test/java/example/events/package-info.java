/// Tests of the example, on a PostgreSQL server.
@NullMarked
package example.events;

import org.jspecify.annotations.NullMarked;
