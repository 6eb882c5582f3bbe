package pagemark.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import pagemark.audit.AuditResult;
import pagemark.proof.ProofStack.Effort;
import pagemark.state.SampleHashes;

/// Real ratings whose stream records are delivered three times, out of order, while rebuilds run:
/// audits find nothing, and the pages of the 50 largest movies and tags, of all ratings, and of the
/// open values that most of them have equal the table.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.RedeliveryProof -Dfile=movietweetings_events.csv.gz`;
/// it prints its figures, and exits with 1 if anything differs. `-Devents=20000` takes only the
/// first so many writes.
public final class RedeliveryProof {
  private static final long SEED = 20_261_121;
  private static final int GROUPS = 50;
  private static final int VALUES = 20;

  /// Of all ratings in one group, few of the pages of 7.
  private static final Effort EFFORT = new Effort(GROUPS, 3_000, 2_000);

  private RedeliveryProof() {}

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    List<Write> writes =
        RatingTables.tagged(AnyTableProof.first(MovieEvents.byId(Path.of(args[0]))));
    boolean equal;
    try (ProofStack stack = ProofStack.start(RatingTables.TAGGED)) {
      System.out.printf("seed %d, %,d writes%n", SEED, writes.size());
      long begin = System.nanoTime();
      RedeliveryRun.Figures figures = new RedeliveryRun(stack, SEED).run(writes);
      System.out.printf(
          "%,d records delivered again, %d rebuilds beside the writes, %.1f s%n",
          figures.redelivered(), figures.rebuilds(), ProofStack.secondsSince(begin));
      figures
          .audits()
          .forEach(audit -> System.out.println(audit.json(false, SampleHashes.ofThisProcess())));
      equal =
          figures.rebuilds() > 0
              && figures.audits().stream().allMatch(RedeliveryProof::isWithoutDifference)
              && FileProof.compare(stack, EFFORT)
              && isEqual(stack);
    }
    System.exit(equal ? 0 : 1);
  }

  private static boolean isEqual(ProofStack stack) throws InterruptedException, ExecutionException {
    long mismatches = 0;
    for (OpenValues values : RatingTables.TAGGED_VALUES) {
      PageComparison done = values.compare(stack, GROUPS, VALUES);
      done.firstMismatches().forEach(System.out::println);
      System.out.printf(
          "%s by %s: %,d pages compared, %,d items, %d mismatches%n",
          values.order().listing(), values.filter(), done.pages(), done.items(), done.mismatches());
      mismatches += done.mismatches() + (done.pages() == 0 ? 1 : 0);
    }
    return mismatches == 0;
  }

  static boolean isWithoutDifference(AuditResult audit) {
    return audit.isClean() && audit.different() == 0 && audit.unsettled() == 0;
  }
}
