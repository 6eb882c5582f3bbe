package pagemark.proof;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import pagemark.listing.Listings;
import pagemark.listing.Order;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;
import pagemark.local.pump.PumpState;
import pagemark.local.sample.ItemLoader;
import pagemark.proof.MovieEvents.Event;
import pagemark.proof.PageWalk.Page;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Real data against the whole stack: every rating goes through the table, the stream and the
/// handler into Redis; then every page of the 50 largest movies, in both orders and three sizes, as
/// it comes over HTTP, is compared with the table.
///
/// Run by `mvn -Pproof -Dfile=movietweetings_events.csv.gz`; it prints its figures, and exits 1
/// where anything differs.
public final class MovieProof {
  private static final String LISTING =
      """
      {"ratings": {"table": "ratings", "index": "byMovie", "group": {"attribute": "movie"},
        "sort": {"attribute": "timestamp", "type": "integer"}, "key": [{"attribute": "id"}],
        "attributes": "*"}}
      """;
  private static final int MOVIES = 50;
  private static final int[] SIZES = {7, 20, 100};
  private static final Duration CATCH_UP_MAX = Duration.ofMinutes(10);

  private final LocalStack stack;
  private final PageWalk walk;
  private long pages;
  private long items;
  private long mismatches;

  private MovieProof(LocalStack stack, PageWalk walk) {
    this.stack = stack;
    this.walk = walk;
  }

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    List<Event> events = MovieEvents.read(Path.of(args[0]));
    Listings listings = Listings.parse(LISTING, Map.of());
    boolean equal;
    Consumer<String> log = System.err::println;
    try (LocalStack stack = LocalStack.start(LocalOptions.of(listings), log);
        PageWalk walk = new PageWalk(stack.url(), "ratings")) {
      MovieProof proof = new MovieProof(stack, walk);
      proof.write(events);
      equal = proof.compare();
    }
    System.exit(equal ? 0 : 1);
  }

  private void write(List<Event> events) throws InterruptedException {
    long begin = System.nanoTime();
    long records = records(events);
    writeInOrder(events);
    double writeSeconds = secondsSince(begin);
    PumpState state = stack.await(CATCH_UP_MAX);
    if (!state.isCaughtUp()) {
      throw new IllegalStateException("the index did not catch up: " + state);
    }
    double handlerSeconds = stack.syncTime().toNanos() / 1e9;
    System.out.printf("writes: %,d, in %.1f s%n", events.size(), writeSeconds);
    System.out.printf(
        "stream records: %,d, in the index after %.1f s%n", records, secondsSince(begin));
    System.out.printf(
        "handler: %.1f s in all, %,.0f records/s into Redis%n",
        handlerSeconds, records / handlerSeconds);
  }

  /// Inserts in batches; an update on its own, after what comes before it.
  private void writeInOrder(List<Event> events) {
    ItemLoader loader = new ItemLoader(stack.client(), stack.table(), 1, MovieProof::pause);
    List<Map<String, AttributeValue>> inserts = new ArrayList<>();
    for (Event event : events) {
      if (event.insert()) {
        inserts.add(event.item());
      } else {
        loader.load(inserts.stream());
        inserts.clear();
        stack.client().putItem(p -> p.tableName(stack.table()).item(event.item()));
      }
    }
    loader.load(inserts.stream());
  }

  private static void pause(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// A write that changes nothing makes no record.
  private static long records(List<Event> events) {
    Map<String, Map<String, AttributeValue>> table = new HashMap<>();
    return events.stream()
        .filter(event -> !event.item().equals(table.put(event.id(), event.item())))
        .count();
  }

  private boolean compare() throws InterruptedException, ExecutionException {
    List<Movie> movies = largestFirst();
    List<Movie> largest = movies.subList(0, Math.min(MOVIES, movies.size()));
    System.out.printf(
        "items: %,d in %,d movies; the largest has %,d, number %d has %,d%n",
        movies.stream().mapToInt(Movie::size).sum(),
        movies.size(),
        largest.getFirst().size(),
        largest.size(),
        largest.getLast().size());
    long begin = System.nanoTime();
    for (Movie movie : largest) {
      compare(movie);
    }
    System.out.printf(
        "pages: %,d compared, %,d items, %d mismatches, %.1f s%n",
        pages, items, mismatches, secondsSince(begin));
    printCosts(largest.getFirst().id());
    return mismatches == 0 && pages > 0;
  }

  /// @param ratings in ascending order
  private record Movie(String id, List<Map<String, AttributeValue>> ratings) {
    int size() {
      return ratings.size();
    }
  }

  private List<Movie> largestFirst() {
    List<Movie> movies = new ArrayList<>();
    new TableOrder("movie", "timestamp", "id")
        .read(stack.client(), stack.table())
        .forEach((id, ratings) -> movies.add(new Movie(id, ratings)));
    movies.sort(Comparator.comparingInt(Movie::size).reversed().thenComparing(Movie::id));
    return movies;
  }

  private void compare(Movie movie) throws InterruptedException, ExecutionException {
    List<String> ascending = movie.ratings().stream().map(MovieProof::text).toList();
    for (Order order : Order.values()) {
      List<String> wanted = order == Order.ASCENDING ? ascending : ascending.reversed();
      for (int size : SIZES) {
        compare(new PageWalk.Path(movie.id(), order, size), wanted);
      }
    }
  }

  private void compare(PageWalk.Path path, List<String> wanted)
      throws InterruptedException, ExecutionException {
    List<Page> shown = walk.pages(path);
    int from = 0;
    for (Page page : shown) {
      int to = Math.min(from + path.size(), wanted.size());
      List<String> texts = page.items().stream().map(MovieProof::text).toList();
      if (page.totalItems() != wanted.size() || !texts.equals(wanted.subList(from, to))) {
        mismatches++;
        System.out.println("differs: " + path + " from rank " + from);
      }
      from = to;
    }
    if (from != wanted.size()) {
      mismatches++;
      System.out.println("ends too soon: " + path);
    }
    pages += shown.size();
    items += from;
  }

  private void printCosts(String movie) {
    for (int size : SIZES) {
      PageWalk.Path path = new PageWalk.Path(movie, Order.DESCENDING, size);
      Page first = walk.page(path, 1);
      System.out.printf("size %d, page 1: %s%n", size, first.cost());
      System.out.printf(
          "size %d, page %d: %s%n",
          size, first.totalPages(), walk.page(path, first.totalPages()).cost());
    }
  }

  private static String text(Map<String, AttributeValue> item) {
    return "%s %s %s %s %s"
        .formatted(
            Attribute.text(item, "id"),
            Attribute.text(item, "movie"),
            Attribute.text(item, "user"),
            Attribute.text(item, "timestamp"),
            Attribute.text(item, "rating"));
  }

  private static String text(JsonNode item) {
    return "%s %s %s %s %s"
        .formatted(
            item.path("id").textValue(),
            item.path("movie").textValue(),
            item.path("user").textValue(),
            item.path("timestamp"),
            item.path("rating"));
  }

  private static double secondsSince(long beginNanos) {
    return (System.nanoTime() - beginNanos) / 1e9;
  }
}
