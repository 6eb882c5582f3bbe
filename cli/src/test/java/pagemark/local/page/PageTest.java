package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Tests of the page in one browser, on one stack. The classes take turns, and start the two once
/// for all of them. A class that adds items adds them to groups of its own.
@ResourceLock("the page")
@SuppressWarnings("NullAway.Init") // the extension sets the fields
abstract class PageTest {
  /// The largest group then has more than 20 pages of 5.
  private static final int SAMPLE = 760;

  static final String GROUP = "DAFT_PUNK_TSHIRT";
  static final String API = "/comments?group=" + GROUP;

  static Scene scene;
  static Screen screen;
  private static Scene shared;
  private static boolean isShared;

  @RegisterExtension
  static final BeforeAllCallback SHARED =
      context -> {
        shared =
            context
                .getRoot()
                .getStore(Namespace.create(PageTest.class))
                .computeIfAbsent("scene", _ -> Shared.start(), Shared.class)
                .scene();
        shared.browser().forget();
        use(shared, true);
      };

  /// Starts a stack for a class that writes to the sample's groups, or damages the index.
  static void startStack(int sample) {
    use(Scene.of(shared.browser(), sample), false);
  }

  private static void use(Scene used, boolean isForAll) {
    scene = used;
    isShared = isForAll;
    screen = used.screen();
  }

  /// It ends with the last test of the JVM.
  private record Shared(Scene scene) implements AutoCloseable {
    static Shared start() {
      try {
        return new Shared(Scene.start(SAMPLE));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      scene.close();
      scene.browser().close();
      assertEquals(List.of(), scene.log(), "logged at the end");
    }
  }

  @BeforeEach
  final void asUsual() {
    screen.browser().resize(1280, 900);
    screen.browser().prefer("light");
  }

  static void assertShowsSample(String parameters) throws Exception {
    screen.assertShowsPage(API + parameters);
  }

  @AfterAll
  static void nothingWasLogged() {
    if (!isShared) {
      scene.close();
    }
    List<String> logged = List.copyOf(scene.log());
    scene.log().clear();
    assertEquals(List.of(), logged, "logged");
  }
}
