package pagemark.sql;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.PageQuery;
import pagemark.index.WriteResult;

/// Tests servers that refuse a login, do not exist, or do not answer.
final class UnreachableIT {
  private static final IndexSettings HASTY =
      new IndexSettings(Duration.ofHours(24), Duration.ofMillis(500), Duration.ofSeconds(1));
  private static final GroupRef SHIRT = new GroupRef("g", "comments", new Group("SHIRT"));
  private static final PageQuery QUERY =
      new PageQuery(SHIRT, Layout.SCORE, Order.ASCENDING, 0, 20, 0);

  private static IndexException failure(String url) {
    try (IndexStore store = IndexStores.open(url, HASTY)) {
      IndexException failure = assertThrows(IndexException.class, () -> store.reader().page(QUERY));
      WriteResult result =
          store.writer().write(List.of(new GroupWrite(SHIRT, List.of()))).getFirst();
      assertInstanceOf(WriteResult.Failed.class, result);
      return failure;
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void aWrongPasswordIsRefusedAndNotShown(SqlServer server) {
    String url = server.emptyDatabase().replaceAll("password=[^&]*", "password=hush");
    IndexException refused = failure(url);
    assertInstanceOf(IndexException.Refused.class, refused);
    assertFalse(String.valueOf(refused.getMessage()).contains("hush"), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:postgresql", "jdbc:mysql"})
  void aMissingServerIsUnavailable(String scheme) throws Exception {
    // The port is bound, so that no server of another test gets it, but nothing listens on it.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String url =
          "%s://127.0.0.1:%d/pagemark?user=u&password=p".formatted(scheme, bound.getLocalPort());
      assertInstanceOf(IndexException.Unavailable.class, failure(url));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:postgresql", "jdbc:mysql"})
  void aSilentServerIsUnavailable(String scheme) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url =
          "%s://127.0.0.1:%d/pagemark?user=u&password=p".formatted(scheme, silent.getLocalPort());
      assertInstanceOf(IndexException.Unavailable.class, failure(url));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/no/such/folder/index.db"})
  void aFileThatCannotBeMadeIsUnavailable(String file) {
    assertInstanceOf(IndexException.Unavailable.class, failure("jdbc:sqlite:" + file));
  }
}
