package pagemark.local.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import pagemark.local.LocalStack;

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

  /// Asserts that axe-core finds enough contrast on the page; nothing else depends on its colours.
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
