/// Pages by number, totals and filters of Firestore's documents: [example.firestore.OrderList].
@NullMarked
package example.firestore;

import org.jspecify.annotations.NullMarked;
