package pagemark.proof;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import pagemark.listing.Order;
import pagemark.listing.json.Listings;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;
import pagemark.local.sample.ItemLoader;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Pages per second with three merged values of a filter against those without a filter: one group
/// of 100,000 items, pages of 20 at random over HTTP against the whole stack, by 4 clients. The two
/// take turns; the median of the rounds' ratios is the figure.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.FilterRateProof`.
public final class FilterRateProof {
  private static final String LISTING =
      """
      {"entries": {"table": "entries", "index": "byLog", "group": {"attribute": "log"},
        "sort": {"attribute": "at", "type": "integer"}, "key": [{"attribute": "id"}],
        "filters": {"rating": {"attribute": "rating", "values": [1, 2, 3, 4, 5]}},
        "attributes": "*"}}
      """;
  private static final int ITEMS = 100_000;
  private static final int CLIENTS = 4;
  private static final int PAGES = 400;
  private static final int ROUNDS = 11;
  private static final Duration CATCH_UP_MAX = Duration.ofMinutes(10);
  private static final PageWalk.Path ALL = new PageWalk.Path("one", Order.DESCENDING, 20);
  private static final PageWalk.Path THREE =
      new PageWalk.Path("one", Order.DESCENDING, 20, "rating=1,4,5");

  private final Random random = new Random(20_261_121);
  private final PageWalk walk;
  private final ExecutorService clients;

  private FilterRateProof(PageWalk walk, ExecutorService clients) {
    this.walk = walk;
    this.clients = clients;
  }

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    Listings listings = Listings.parse(LISTING, Map.of());
    Consumer<String> log = System.err::println;
    try (LocalStack stack = LocalStack.start(LocalOptions.of(listings), log);
        PageWalk walk = new PageWalk(stack.url(), "entries");
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      new ItemLoader(stack.client(), stack.table(), 4, TableWriter::pause).load(items());
      if (!stack.await(CATCH_UP_MAX).isCaughtUp()) {
        throw new IllegalStateException("the index did not catch up");
      }
      new FilterRateProof(walk, clients).measure();
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
                    "rating", fromN(Integer.toString(1 + i * 7919 % 5)),
                    "text", fromS("entry number " + i)));
  }

  private void measure() throws InterruptedException, ExecutionException {
    rate(ALL);
    rate(THREE);
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      double all = rate(ALL);
      double three = rate(THREE);
      ratios.add(three / all);
      System.out.printf(
          "all: %.0f pages/s, three values: %.0f pages/s, ratio %.2f%n", all, three, three / all);
    }
    System.out.println("all: " + walk.page(ALL, 1_000).cost());
    System.out.println("three values: " + walk.page(THREE, 1_000).cost());
    System.out.printf("median ratio: %.2f%n", ratios.stream().sorted().toList().get(ROUNDS / 2));
  }

  /// Pages per second.
  private double rate(PageWalk.Path path) throws InterruptedException, ExecutionException {
    int last = Math.toIntExact(walk.page(path, 1).totalPages());
    long begin = System.nanoTime();
    List<Future<?>> pages = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      int number = 1 + random.nextInt(last);
      pages.add(clients.submit(() -> walk.page(path, number)));
    }
    for (Future<?> page : pages) {
      page.get();
    }
    return PAGES / ProofStack.secondsSince(begin);
  }
}
