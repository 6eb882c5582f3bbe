package pagemark.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import pagemark.proof.ProofStack.Effort;
import pagemark.proof.TableOrder.Group;

/// Real tables as they are, without an index of DynamoDB, in orders that DynamoDB does not have.
///
/// Of movie ratings, one listing without groups: all 141,696 ratings by time, and by stars and then
/// time. Of Wikipedia edits, every language by title as `text`, by time as `instant`, and by a
/// boolean, a number that descends and the title; and what 600 random prefixes of titles find.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.AnyTableProof -Dfile=...` with either file, and
/// perhaps `-Devents=20000` for the first so many of its lines.
public final class AnyTableProof {
  private static final long SEED = 20_261_126;

  /// Of the whole table every page of 20 and 100 items, and 2,000 of smaller ones.
  private static final Effort WHOLE_TABLE = new Effort(1, Integer.MAX_VALUE, 2_000);

  private static final Effort ALL_LANGUAGES = new Effort(100, 2_500);
  private static final int LANGUAGES = 12;
  private static final int PREFIXES_OF_EACH = 50;

  private AnyTableProof() {}

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    Path file = Path.of(args[0]);
    if (file.getFileName().toString().startsWith("wikipedia")) {
      FileProof.run(
          AnyTables.EDITS,
          first(WikipediaEdits.read(file)),
          ALL_LANGUAGES,
          AnyTableProof::prefixes);
    } else {
      FileProof.run(AnyTables.RATINGS, first(MovieEvents.byId(file)), WHOLE_TABLE);
    }
  }

  private static List<Write> first(List<Write> writes) {
    String events = System.getProperty("events", "");
    return events.isEmpty()
        ? writes
        : writes.subList(0, Math.min(Integer.parseInt(events), writes.size()));
  }

  private static boolean prefixes(ProofStack stack)
      throws InterruptedException, ExecutionException {
    System.out.println("seed " + SEED);
    List<Group> groups = stack.groups(AnyTables.TITLES);
    printCommon(groups);
    try (PageWalk walk = stack.walk(AnyTables.TITLES)) {
      return compare(new TitlePrefixes(walk, new Random(SEED)), groups);
    }
  }

  private static boolean compare(TitlePrefixes prefixes, List<Group> groups)
      throws InterruptedException, ExecutionException {
    long begin = System.nanoTime();
    PageComparison done = prefixes.compare(groups.subList(0, LANGUAGES), PREFIXES_OF_EACH);
    done.firstMismatches().forEach(System.out::println);
    System.out.printf(
        "%d prefixes: %,d pages compared, %,d items, %d mismatches, %.1f s%n",
        LANGUAGES * PREFIXES_OF_EACH,
        done.pages(),
        done.items(),
        done.mismatches(),
        ProofStack.secondsSince(begin));
    return done.mismatches() == 0 && done.pages() > 0;
  }

  private static void printCommon(List<Group> groups) {
    long common =
        groups.stream()
            .flatMap(group -> group.items().stream())
            .filter(item -> FoldedTitle.isCommon(Attribute.text(item, "page")))
            .count();
    long all = groups.stream().mapToLong(Group::size).sum();
    System.out.printf(
        "titles: %,d folded by Java's rules, %,d others by Pagemark's%n", common, all - common);
  }
}
