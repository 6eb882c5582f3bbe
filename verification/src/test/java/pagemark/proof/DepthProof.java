package pagemark.proof;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pagemark.listing.Order;
import pagemark.listing.json.Listings;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;
import pagemark.local.sample.ItemLoader;
import pagemark.proof.PageWalk.Page;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What depth costs: one group of 100,000 items, its first page against its last, over HTTP against
/// the whole stack. The two are asked for in turn, so that whatever else the machine does meets
/// both; the ratio of their medians is the figure, the times are only this machine's.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.DepthProof`.
public final class DepthProof {
  private static final String LISTING =
      """
      {"entries": {"table": "entries", "index": "byLog", "group": {"attribute": "log"},
        "sort": {"attribute": "at", "type": "integer"}, "key": [{"attribute": "id"}],
        "attributes": "*"}}
      """;
  private static final int ITEMS = 100_000;
  private static final int WARM_UP = 300;
  private static final int ROUNDS = 500;
  private static final Duration CATCH_UP_MAX = Duration.ofMinutes(10);
  private static final PageWalk.Path PATH = new PageWalk.Path("one", Order.DESCENDING, 20);

  private DepthProof() {}

  public static void main(String[] args) throws InterruptedException {
    Listings listings = Listings.parse(LISTING, Map.of());
    Consumer<String> log = System.err::println;
    try (LocalStack stack = LocalStack.start(LocalOptions.of(listings), log);
        PageWalk walk = new PageWalk(stack.url(), "entries")) {
      new ItemLoader(stack.client(), stack.table(), 4, TableWriter::pause).load(items());
      if (!stack.await(CATCH_UP_MAX).isCaughtUp()) {
        throw new IllegalStateException("the index did not catch up");
      }
      measure(walk);
    }
    System.exit(0);
  }

  private static Stream<Map<String, AttributeValue>> items() {
    return IntStream.range(0, ITEMS)
        .mapToObj(
            i ->
                Map.of(
                    "id", fromS("entry" + i),
                    "log", fromS("one"),
                    "at", fromN(Integer.toString(i / 3)),
                    "text", fromS("entry number " + i)));
  }

  private static void measure(PageWalk walk) {
    List<Long> first = new ArrayList<>();
    List<Long> last = new ArrayList<>();
    int lastPage = ITEMS / PATH.size();
    for (int round = 0; round < WARM_UP + ROUNDS; round++) {
      long firstNanos = nanos(walk, 1);
      long lastNanos = nanos(walk, lastPage);
      if (round >= WARM_UP) {
        first.add(firstNanos);
        last.add(lastNanos);
      }
    }
    print("page 1", first, walk.page(PATH, 1));
    print("page " + lastPage, last, walk.page(PATH, lastPage));
    System.out.printf("p50 ratio, last to first: %.2f%n", (double) p50(last) / p50(first));
  }

  private static long nanos(PageWalk walk, int page) {
    long begin = System.nanoTime();
    walk.page(PATH, page);
    return System.nanoTime() - begin;
  }

  private static void print(String name, List<Long> nanos, Page page) {
    System.out.printf("%s: p50 %.2f ms, %s%n", name, p50(nanos) / 1e6, page.cost());
  }

  private static long p50(List<Long> nanos) {
    return nanos.stream().sorted().skip(nanos.size() / 2).findFirst().orElseThrow();
  }
}
