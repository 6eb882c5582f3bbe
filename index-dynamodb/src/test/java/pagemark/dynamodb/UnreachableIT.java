package pagemark.dynamodb;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.entry.Place;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.LookResult;
import pagemark.index.Op;
import pagemark.index.PageQuery;
import pagemark.index.Sequence;
import pagemark.index.WriteResult;

/// Every port says that the server does not answer.
final class UnreachableIT {
  private static final GroupRef SHIRT = new GroupRef("g1", "comments", new Group("SHIRT"));
  private static final PageQuery PAGE =
      new PageQuery(SHIRT, Layout.SCORE, Order.ASCENDING, 0, 5, 0);

  private ServerSocket silent;
  private IndexStore index;

  @BeforeEach
  void open() throws IOException {
    silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    IndexSettings settings =
        new IndexSettings(Duration.ofHours(24), Duration.ofMillis(200), Duration.ofMillis(200));
    index =
        IndexStores.open(
            "dynamodb:pagemark?endpoint=http://127.0.0.1:" + silent.getLocalPort(), settings);
  }

  @AfterEach
  void close() throws IOException {
    index.close();
    silent.close();
  }

  private static void isUnavailable(Executable call) {
    IndexException e = assertThrows(IndexException.class, call);
    assertInstanceOf(IndexException.Unavailable.class, e);
  }

  @Test
  void everyPortSaysThatAServerIsSilent() {
    Op op = new Op(Bytes.utf8("a"), new Sequence("1"), null, Set.of());
    WriteResult written =
        index.writer().write(List.of(new GroupWrite(SHIRT, List.of(op)))).getFirst();
    assertInstanceOf(WriteResult.Failed.class, written);
    GroupLook look = new GroupLook(SHIRT, List.of());
    assertInstanceOf(LookResult.Failed.class, index.writer().look(List.of(look)).getFirst());
    isUnavailable(() -> index.reader().page(PAGE));
    isUnavailable(() -> index.writer().time());
    isUnavailable(() -> index.writer().sweep("g1", "", () -> true));
    isUnavailable(() -> index.inspector().keptCounts().orElseThrow().correct(SHIRT));
    isUnavailable(() -> index.markers().building("g1", "nonce", Instant.EPOCH));
    isUnavailable(() -> index.markers().ready("g1", "nonce"));
    isUnavailable(() -> index.markers().count("g1"));
    isUnavailable(() -> index.markers().drop("g1"));
    isUnavailable(() -> index.markers().storedData().orElseThrow().list());
    isUnavailable(() -> index.inspector().entries(SHIRT, Cell.WHOLE, Place.FIRST));
    isUnavailable(() -> index.inspector().groups("g1", _ -> {}));
    isUnavailable(() -> index.inspector().sizes(List.of(SHIRT), List.of()));
    isUnavailable(() -> index.inspector().keptCounts().orElseThrow().wrong(SHIRT));
    isUnavailable(() -> index.inspector().weight(SHIRT, List.of()));
  }
}
