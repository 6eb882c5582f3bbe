package pagemark.local.page;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;
import pagemark.index.Patience;
import pagemark.redis.Wanted;

/// A headless Chromium that is installed on this machine; nothing is downloaded. The shell, which
/// is Chromium without windows, takes two thirds of its processor time, so it is used if it is
/// there.
record Browser(ChromeDriver driver, Path profile) implements AutoCloseable {
  private static final Duration WAIT_MAX = Patience.of(Duration.ofSeconds(30));
  private static final Duration WAIT_STEP = Duration.ofMillis(50);

  private static final Logger LOG = Logger.getLogger("org.openqa.selenium");
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  static Browser start() throws IOException {
    Optional<Path> shell = onPath("chromium-headless-shell");
    Path chromium = Wanted.on(shell.or(() -> onPath("chromium")), "chromium on the PATH");
    Path chromedriver = Wanted.on(onPath("chromedriver"), "chromedriver on the PATH");
    // Selenium logs that it lacks code for this version's DevTools, which the tests do not use.
    LOG.setLevel(Level.SEVERE);
    Path profile = Files.createTempDirectory("pagemark-browser");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.setCapability("browserName", shell.isPresent() ? "chrome-headless-shell" : "chrome");
    options.addArguments(FLAGS);
    options.addArguments("--user-data-dir=" + profile);
    File driver = chromedriver.toFile();
    return new Browser(
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(driver).build(), options),
        profile);
  }

  static Optional<Path> onPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// Forgets what pages have stored.
  void forget() {
    driver.get("about:blank");
    driver.executeCdpCommand(
        "Storage.clearDataForOrigin", Map.of("origin", "*", "storageTypes", "all"));
  }

  WebDriverWait await() {
    return new WebDriverWait(driver, WAIT_MAX, WAIT_STEP);
  }

  Object run(String script, Object... arguments) {
    Object result = ((JavascriptExecutor) driver).executeScript(script, arguments);
    return result == null ? "" : result;
  }

  /// Sets the size of the window; a narrow one is a phone's.
  void resize(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
  }

  /// @param scheme `light` or `dark`
  void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /// Delays every request by `millis`; 0 for no delay.
  void slow(int millis) {
    network(false, millis);
  }

  /// Lets no request through, or all again.
  void offline(boolean isOffline) {
    network(isOffline, 0);
  }

  private void network(boolean isOffline, int millis) {
    driver.executeCdpCommand("Network.enable", Map.of());
    driver.executeCdpCommand(
        "Network.emulateNetworkConditions",
        Map.of(
            "offline",
            isOffline,
            "latency",
            millis,
            "downloadThroughput",
            -1,
            "uploadThroughput",
            -1));
  }

  /// Counts, on every page opened from now on, the most elements of the selector at one time.
  ///
  /// @return what ends that: [#unwatch]
  Object watch(String selector) {
    String script =
        """
        window.mostShown = 0;
        new MutationObserver(() => {
          const shown = document.querySelectorAll("%s").length;
          window.mostShown = Math.max(window.mostShown, shown);
        }).observe(document, { childList: true, subtree: true });
        """
            .formatted(selector);
    return onEveryPage(script);
  }

  /// Lets every page opened from now on look for changes ten times as often.
  ///
  /// @return what ends that: [#unwatch]
  Object hurry() {
    return onEveryPage(
        """
        const later = window.setTimeout;
        window.setTimeout = (call, millis) => later(call, millis / 10);
        """);
  }

  private Object onEveryPage(String script) {
    return Objects.requireNonNull(
        driver
            .executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script))
            .get("identifier"));
  }

  void unwatch(Object watch) {
    driver.executeCdpCommand(
        "Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", watch));
  }

  /// The cumulative layout shift of the page since it was opened: below 0.1 it is good.
  double layoutShift() {
    Object shift =
        driver.executeAsyncScript(
            """
            const done = arguments[0];
            new PerformanceObserver((list) =>
              done(list.getEntries().reduce((sum, each) => sum + each.value, 0)))
              .observe({ type: "layout-shift", buffered: true });
            setTimeout(() => done(0), 1000);
            """);
    return shift instanceof Number number ? number.doubleValue() : 0;
  }

  @Override
  public void close() throws IOException {
    driver.quit();
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }
}
