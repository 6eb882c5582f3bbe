package pagemark.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import pagemark.entry.Order;
import pagemark.proof.TableOrder.Group;

/// Real data under filters, against the whole stack: every page of every combination equals the
/// filtered, sorted table.
///
/// Of movie ratings: of the largest movie every one of the 4,095 sets of ratings, of 49 more movies
/// each rating alone and 40 random sets. Of Wikipedia edits in one group: each of the 208 cells,
/// each language with every set of namespaces, and 100 random combinations.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.FilterProof -Dfile=...` with either file.
public final class FilterProof {
  private static final long SEED = 20_261_121;
  private static final int SIZE = 100;

  private final Random random = new Random(SEED);
  private final ProofStack stack;
  private final FilteredListing listing;

  private FilterProof(ProofStack stack, FilteredListing listing) {
    this.stack = stack;
    this.listing = listing;
  }

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    Path file = Path.of(args[0]);
    boolean edits = file.getFileName().toString().startsWith("wikipedia");
    boolean equal;
    try (ProofStack stack =
        ProofStack.start(edits ? FilteredTables.EDITS : FilteredTables.RATINGS)) {
      System.out.println("seed " + SEED);
      stack.write(edits ? WikipediaEdits.read(file) : MovieEvents.byId(file));
      equal =
          edits
              ? new FilterProof(stack, FilteredTables.EDITS_OF_WIKIPEDIA).compareEdits()
              : new FilterProof(stack, FilteredTables.RATINGS_OF_MOVIES).compareRatings();
    }
    System.exit(equal ? 0 : 1);
  }

  private boolean compareRatings() throws InterruptedException, ExecutionException {
    FilterValues rating = listing.filters().getFirst();
    List<Group> movies = stack.groups(listing.order()).subList(0, 50);
    boolean equal = compare(movies.getFirst(), rating.subsets().stream().map(List::of).toList());
    for (Group movie : movies.subList(1, movies.size())) {
      List<List<List<String>>> wanted = new ArrayList<>(listing.cells());
      for (int i = 0; i < 40; i++) {
        wanted.add(List.of(rating.some(random)));
      }
      equal &= compare(movie, wanted);
    }
    return equal;
  }

  private boolean compareEdits() throws InterruptedException, ExecutionException {
    FilterValues language = listing.filters().get(0);
    FilterValues namespace = listing.filters().get(1);
    List<List<List<String>>> wanted = new ArrayList<>(listing.cells());
    for (String one : language.values()) {
      namespace.subsets().forEach(some -> wanted.add(List.of(List.of(one), some)));
    }
    for (int i = 0; i < 100; i++) {
      wanted.add(List.of(language.some(random), namespace.some(random)));
    }
    return compare(stack.groups(listing.order()).getFirst(), wanted);
  }

  private boolean compare(Group group, List<List<List<String>>> combinations)
      throws InterruptedException, ExecutionException {
    long begin = System.nanoTime();
    try (PageWalk walk = stack.walk(listing.order())) {
      PageComparison comparison = new PageComparison(walk);
      for (List<List<String>> wanted : combinations) {
        Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
        listing.compare(comparison, group, wanted, new PageWalk.Path(group.name(), order, SIZE));
      }
      comparison.firstMismatches().forEach(System.out::println);
      System.out.printf(
          "%s: %,d items, %,d combinations, %,d pages of %d compared, %,d items, %d mismatches,"
              + " %.1f s%n",
          group.name(),
          group.size(),
          combinations.size(),
          comparison.pages(),
          SIZE,
          comparison.items(),
          comparison.mismatches(),
          ProofStack.secondsSince(begin));
      return comparison.mismatches() == 0 && comparison.pages() > 0;
    }
  }
}
