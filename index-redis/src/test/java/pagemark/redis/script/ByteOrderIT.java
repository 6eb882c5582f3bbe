package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer.Options;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexStore;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.Sequence;
import pagemark.index.Window;
import pagemark.redis.SingleServer;
import pagemark.redis.Wanted;
import pagemark.redis.script.ScriptCall.Script;

/// Checks that `bytes.lua` orders members as unsigned bytes, whatever the server's locale. Lua's
/// own `<` calls strcoll, and Redis takes its collation from the environment.
final class ByteOrderIT {
  private static final String LOCALE = "en_US.UTF-8";

  /// Counts the pairs of bytes, and of texts that differ only in them, for which `before` is wrong.
  private static final Script WRONG_PAIRS =
      Script.ofText(
          Script.of("bytes.lua").text()
              + """
              local pairs, wrong = 0, 0
              for a = 0, 255 do
                for b = 0, 255 do
                  local x, y = string.char(a), string.char(b)
                  pairs = pairs + 1
                  if before(x, y) ~= (a < b) then wrong = wrong + 1 end
                  if before('k' .. x .. 'z', 'k' .. y .. 'a') ~= (a < b) then wrong = wrong + 1 end
                  if before('', x) ~= true or before(x, '') then wrong = wrong + 1 end
                  if not before(x, x .. y) or before(x .. y, x) then wrong = wrong + 1 end
                end
              end
              return {pairs, wrong}
              """);

  @Test
  void allPairsOfBytesAreInUnsignedOrder() {
    try (SingleServer plain = SingleServer.start(Options.inMemory())) {
      assertAllPairs(plain);
      assertRanks(plain.store());
    }
  }

  @Test
  void theServersLocaleMakesNoDifference() {
    String locale = Wanted.on(locale(), "locale " + LOCALE);
    Options options = new Options(0, null, List.of(), null, Map.of("LC_ALL", locale), null);
    try (SingleServer american = SingleServer.start(options)) {
      assertEquals(
          1L, american.redis().eval("return 'a' < 'B' and 1 or 0"), "LC_ALL had no effect");
      assertAllPairs(american);
      assertRanks(american.store());
    }
  }

  private static Optional<String> locale() {
    try {
      Process all = new ProcessBuilder("locale", "-a").redirectErrorStream(true).start();
      String names = new String(all.getInputStream().readAllBytes(), UTF_8);
      return names.lines().filter(name -> name.matches("en_US\\.(utf8|UTF-8)")).findFirst();
    } catch (IOException e) {
      return Optional.empty(); // no such command
    }
  }

  private static void assertAllPairs(SingleServer server) {
    assertEquals(List.of(65_536L, 0L), server.redis().eval(WRONG_PAIRS.text()));
  }

  private static void assertRanks(IndexStore store) {
    store.markers().building("g1", "nonce", Instant.EPOCH);
    store.markers().ready("g1", "nonce");
    GroupRef group = new GroupRef("g1", "comments", new Group("shirt"));
    List<Position> ordered =
        Stream.of("", "0", "A", "B", "Z", "_", "a", "aB", "a_", "ab", "z", "é", "ä", "ö", "😀")
            .map(text -> new Position(0, Bytes.utf8("-" + text)))
            .sorted()
            .toList();
    List<Op> ops =
        ordered.stream()
            .map(p -> new Op(p.member(), new Sequence("1"), new Entry(Cell.WHOLE, p), Set.of()))
            .toList();
    store.writer().write(List.of(new GroupWrite(group, ops)));
    assertEquals(ordered, GroupDump.of(store.inspector(), group, List.of()).all());
    for (int rank = 0; rank < ordered.size(); rank++) {
      Anchor at = new Anchor.Following(ordered.get(rank));
      PageQuery query = new PageQuery(group, Layout.SCORE, Order.ASCENDING, Window.WHOLE, at, 1, 0);
      assertEquals(rank, store.reader().page(query).from());
    }
  }
}
