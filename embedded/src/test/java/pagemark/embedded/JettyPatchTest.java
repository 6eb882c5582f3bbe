package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JettyPatchTest {
  @TempDir private Path folder;

  @AfterEach
  void clearProperty() {
    System.clearProperty(JettyPatch.SIGN);
  }

  @Test
  void aConnectorIsMadeToNameLoopbackAndToSign() throws Exception {
    Path sign = folder.resolve("sign");
    System.setProperty(JettyPatch.SIGN, sign.toString());
    assertEquals("host null", new Connector().get());
    assertFalse(Files.exists(sign));

    Supplier<String> rewritten = define(JettyPatch.keepOnLoopback(bytes(Connector.class)));

    assertEquals("host 127.0.0.1", rewritten.get());
    assertTrue(Files.exists(sign));
    assertEquals("host 127.0.0.1", rewritten.get());
  }

  @Test
  void aClassWithoutTheMethodIsAnError() throws IOException {
    byte[] other = bytes(JettyPatchTest.class);
    assertThrows(IllegalStateException.class, () -> JettyPatch.keepOnLoopback(other));
  }

  @Test
  void jarsWithoutTheConnectorAreRefused() {
    StartFailure.assertNames(
        () -> JettyPatch.write(folder, folder.resolve("patch.jar")), "cannot be kept on loopback");
  }

  /// Has what matters of Jetty's connector.
  static final class Connector implements Supplier<String> {
    private final String host = "null";

    public String getHost() {
      return host;
    }

    @Override
    public String get() {
      return "host " + getHost();
    }
  }

  @SuppressWarnings("unchecked")
  private static Supplier<String> define(byte[] bytes) throws ReflectiveOperationException {
    Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
    return (Supplier<String>) hidden.getDeclaredConstructor().newInstance();
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    String file = type.getName().replaceFirst(".*\\.", "") + ".class";
    try (InputStream stream = type.getResourceAsStream(file)) {
      return Objects.requireNonNull(stream).readAllBytes();
    }
  }
}
