package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;
import pagemark.local.LocalStack;

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

  /// A browser that shows the page of a stack. It closes the stack.
  ///
  /// @param log what the stack has logged
  record Scene(Browser browser, LocalStack stack, HttpClient http, List<String> log)
      implements AutoCloseable {
    /// Starts the browser first: without one, nothing else is started.
    ///
    /// @param sample how many comments the table has
    static Scene start(int sample) throws IOException {
      Browser browser = Browser.start();
      try {
        return of(browser, sample);
      } catch (RuntimeException e) {
        browser.close();
        throw e;
      }
    }

    /// Starts a stack for tests that write to the sample, or damage the index.
    static Scene of(Browser browser, int sample) {
      List<String> log = Collections.synchronizedList(new ArrayList<>());
      return new Scene(browser, Stacks.start(sample, log), HttpClient.newHttpClient(), log);
    }

    Screen screen() {
      return new Screen(browser, stack.url(), http);
    }

    /// Asserts that axe-core finds nothing on the page.
    void assertAccessible(String where) {
      assertNothing(axe(), where);
    }

    /// Asserts that axe-core finds enough contrast on the page; nothing else depends on its
    /// colours.
    void assertContrast(String where) {
      assertNothing(axe().withRules(List.of("color-contrast")), where);
    }

    /// Tells only what is wrong, and opens no second window: the page has no frames.
    @SuppressWarnings("deprecation") // no other setting does without the window
    private static AxeBuilder axe() {
      AxeRunOptions options = new AxeRunOptions();
      options.setResultTypes(List.of("violations"));
      return new AxeBuilder().setLegacyMode().withOptions(options);
    }

    private void assertNothing(AxeBuilder axe, String where) {
      List<String> found =
          axe.analyze(browser.driver()).getViolations().stream().map(Scene::told).toList();
      assertEquals(List.of(), found, where);
    }

    private static String told(Rule rule) {
      return rule.getNodes().stream()
          .map(node -> node.getHtml() + ": " + node.getFailureSummary())
          .collect(Collectors.joining("\n", rule.getId() + "\n", "\n"));
    }

    @Override
    public void close() {
      http.close();
      stack.close();
    }
  }
}
