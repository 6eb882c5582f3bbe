package pagemark.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;

/// As [MovieProof], on a table whose key is (movie, user), a number and a string.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.MovieUserProof -Dfile=movietweetings_events.csv.gz`.
public final class MovieUserProof {
  private MovieUserProof() {}

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    FileProof.run(
        RatingTables.BY_MOVIE_AND_USER,
        MovieEvents.byMovieAndUser(Path.of(args[0])),
        MovieProof.FIFTY_MOVIES);
  }
}
