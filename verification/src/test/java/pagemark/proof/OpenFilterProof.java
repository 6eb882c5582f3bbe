package pagemark.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import pagemark.entry.Order;
import pagemark.proof.TableOrder.Group;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Real data under filters whose values nobody declared, against the whole stack: all film ratings
/// as one group by time, with any user and any film. Every page of the most active users and of the
/// films with the most ratings equals the table, in both orders, of each rating too.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.OpenFilterProof -Dfile=movietweetings_events.csv.gz`.
public final class OpenFilterProof {
  private static final int VALUES = 50;
  private static final List<Integer> SIZES = List.of(7, 20);
  private static final List<String> ID = List.of("id");
  private static final TableOrder BY_TIME =
      new TableOrder("ratings", "", TableOrder.byNumber("timestamp"), ID);
  private static final ProvenTable RATINGS =
      new ProvenTable(
          """
          {"ratings": {"table": "ratings",
            "sort": {"attribute": "timestamp", "type": "epochSeconds"},
            "key": [{"attribute": "id"}],
            "filters": {"rating": {"attribute": "rating", "values": [8, 9, 10]},
                        "user": {"attribute": "user", "values": "any"},
                        "movie": {"attribute": "movie", "values": "any"}},
            "attributes": "*"}}
          """,
          ID,
          List.of(BY_TIME));

  private final ProofStack stack;

  private OpenFilterProof(ProofStack stack) {
    this.stack = stack;
  }

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    boolean equal;
    try (ProofStack stack = ProofStack.start(RATINGS)) {
      List<Write> writes = AnyTableProof.first(MovieEvents.byId(Path.of(args[0])));
      System.out.printf("writes: %,d, in %.1f s%n", writes.size(), stack.write(writes));
      OpenFilterProof proof = new OpenFilterProof(stack);
      boolean users = proof.compare("user");
      equal = proof.compare("movie") && users;
    }
    System.exit(equal ? 0 : 1);
  }

  private boolean compare(String filter) throws InterruptedException, ExecutionException {
    TableOrder order = new TableOrder("ratings", filter, BY_TIME.sort(), ID);
    List<Group> all = stack.groups(order);
    List<Group> most = all.subList(0, Math.min(VALUES, all.size()));
    long begin = System.nanoTime();
    try (PageWalk walk = stack.walk(BY_TIME)) {
      PageComparison done = new PageComparison(walk);
      for (Group value : most) {
        compare(done, filter, value);
      }
      done.firstMismatches().forEach(System.out::println);
      System.out.printf(
          "%s: %,d of %,d values, the largest has %,d items: %,d pages compared, %,d items, %d"
              + " mismatches, %.1f s%n",
          filter,
          most.size(),
          all.size(),
          most.getFirst().size(),
          done.pages(),
          done.items(),
          done.mismatches(),
          ProofStack.secondsSince(begin));
      return done.mismatches() == 0 && done.pages() > 0;
    }
  }

  private static void compare(PageComparison done, String filter, Group value)
      throws InterruptedException, ExecutionException {
    String chosen = filter + "=" + PageWalk.encoded(value.name());
    for (int size : SIZES) {
      compare(done, chosen, size, value.items());
    }
    for (String rating : List.of("8", "9", "10", "other")) {
      List<Map<String, AttributeValue>> rated =
          value.items().stream().filter(item -> rating.equals(label(item))).toList();
      compare(done, chosen + "&rating=" + rating, SIZES.getLast(), rated);
    }
  }

  private static String label(Map<String, AttributeValue> item) {
    String rating = Attribute.text(item, "rating");
    return List.of("8", "9", "10").contains(rating) ? rating : "other";
  }

  private static void compare(
      PageComparison done, String filters, int size, List<Map<String, AttributeValue>> items)
      throws InterruptedException, ExecutionException {
    List<String> ascending = items.stream().map(ItemText::of).toList();
    done.compare(new PageWalk.Path("", Order.ASCENDING, size, filters), ascending);
    done.compare(new PageWalk.Path("", Order.DESCENDING, size, filters), ascending.reversed());
  }
}
