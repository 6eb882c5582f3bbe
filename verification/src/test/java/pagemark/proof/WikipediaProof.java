package pagemark.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import pagemark.proof.ProofStack.Effort;

/// Real edits in 51 languages against the whole stack: the last edit of every page by ISO time and
/// by namespace, with titles in all scripts as keys; every page of every language is compared with
/// the table.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.WikipediaProof -Dfile=wikipedia_edits.jsonl.gz`.
public final class WikipediaProof {
  private static final Effort ALL_LANGUAGES = new Effort(100, 2_500);

  private WikipediaProof() {}

  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    FileProof.run(EditTable.BY_LANGUAGE, WikipediaEdits.read(Path.of(args[0])), ALL_LANGUAGES);
  }
}
