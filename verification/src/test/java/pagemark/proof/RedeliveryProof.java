package pagemark.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import pagemark.audit.AuditResult;
import pagemark.state.KeyHashes;

/// Real ratings whose stream records are delivered three times, out of order, while rebuilds run:
/// audits find nothing, and the pages of the 50 largest movies equal the table.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.RedeliveryProof -Dfile=movietweetings_events.csv.gz`;
/// it prints its figures, and exits with 1 if anything differs.
public final class RedeliveryProof {
  private static final long SEED = 20_261_121;

  private RedeliveryProof() {}

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    List<Write> writes = MovieEvents.byId(Path.of(args[0]));
    boolean equal;
    try (ProofStack stack = ProofStack.start(RatingTables.BY_ID)) {
      System.out.printf("seed %d, %,d writes%n", SEED, writes.size());
      long begin = System.nanoTime();
      RedeliveryRun.Figures figures = new RedeliveryRun(stack, SEED).run(writes);
      System.out.printf(
          "%,d records delivered again, %d rebuilds beside the writes, %.1f s%n",
          figures.redelivered(), figures.rebuilds(), ProofStack.secondsSince(begin));
      figures
          .audits()
          .forEach(audit -> System.out.println(audit.json(false, KeyHashes.ofThisProcess())));
      equal =
          figures.rebuilds() > 0
              && figures.audits().stream().allMatch(RedeliveryProof::isWithoutDifference)
              && FileProof.compare(stack, MovieProof.FIFTY_MOVIES);
    }
    System.exit(equal ? 0 : 1);
  }

  static boolean isWithoutDifference(AuditResult audit) {
    return audit.isClean() && audit.different() == 0 && audit.unsettled() == 0;
  }
}
