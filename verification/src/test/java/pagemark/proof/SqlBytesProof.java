package pagemark.proof;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Random;
import pagemark.index.IndexStore;

/// What a position costs in SQL: 200,000 positions of one group, without cells, in 18 and in 512
/// cells, written by the index's own writer; keys of 36 characters. Fences, which a rebuild does
/// not write and which go after one to two days, are not among it.
///
/// Run by `mvn -Pproof -Dproof=pagemark.proof.SqlBytesProof`.
public final class SqlBytesProof {
  private static final int POSITIONS = 200_000;
  private static final long SEED = 20_261_121;

  private SqlBytesProof() {}

  public static void main(String[] args) throws Exception {
    System.out.printf(
        "seed %d, %,d positions; bytes per position:%n| database | cells | positions | anchors |%n",
        SEED, POSITIONS);
    for (int cells : new int[] {1, 18, 512}) {
      SqlServers.each(
          (database, url) -> {
            try (IndexStore store = GroupFill.open(url);
                PlainTable plain = PlainTable.connect(url)) {
              GroupFill.of(store, "all")
                  .fill(new PositionStream(new Random(SEED), cells), POSITIONS);
              plain.vacuum();
              print(database, cells, plain);
            }
          });
    }
    System.exit(0);
  }

  private static void print(String database, int cells, PlainTable plain) throws SQLException {
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %.1f | %.2f |%n",
        database,
        cells,
        plain.bytes("pm_position") / (double) POSITIONS,
        plain.bytes("pm_anchor") / (double) POSITIONS);
  }
}
