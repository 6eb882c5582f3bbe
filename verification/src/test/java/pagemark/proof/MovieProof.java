package pagemark.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import pagemark.proof.ProofStack.Effort;

/// Real ratings against the whole stack: every rating goes through the table, the stream and the
/// handler into two listings; then every page of the 50 largest movies, by time and by rating, is
/// compared with the table.
///
/// Run by `mvn -Pproof -Dfile=movietweetings_events.csv.gz`; it prints its figures, and exits with
/// 1 if anything differs.
public final class MovieProof {
  /// The largest 50 movies have 400 to 2,100 ratings.
  private static final Effort FIFTY_MOVIES = new Effort(50, 2_500);

  private MovieProof() {}

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    FileProof.run(RatingTables.BY_ID, MovieEvents.byId(Path.of(args[0])), FIFTY_MOVIES);
  }
}
