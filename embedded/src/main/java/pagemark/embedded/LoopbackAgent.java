package pagemark.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/// Keeps DynamoDB Local on loopback. The server listens on every interface and has no option for
/// that. This Java agent runs in its JVM and rewrites the connector of its web server, Jetty, so
/// that its host is 127.0.0.1.
///
/// The agent's jar holds only this class, so it has no inner classes and uses no other class of
/// ours.
final class LoopbackAgent implements ClassFileTransformer {
  private static final String CONNECTOR = "org/eclipse/jetty/server/AbstractNetworkConnector";

  private final Path sign;

  private LoopbackAgent(Path sign) {
    this.sign = sign;
  }

  /// Called by the JVM before `main`.
  ///
  /// @param sign the path of a file that is created once the connector is rewritten; without the
  ///   file the server may be open to others
  public static void premain(String sign, Instrumentation instrumentation) {
    instrumentation.addTransformer(new LoopbackAgent(Path.of(sign)));
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    return CONNECTOR.equals(name) ? rewriteAndSign(bytes) : null;
  }

  /// Rewrites the method `String getHost()` of the class to return 127.0.0.1.
  ///
  /// @throws IllegalStateException if the class has no such method
  static byte[] rewrite(byte[] connector) {
    ClassModel model = ClassFile.of().parse(connector);
    if (model.methods().stream().noneMatch(LoopbackAgent::isGetHost)) {
      throw new IllegalStateException("No method String getHost()");
    }
    return ClassFile.of()
        .transformClass(
            model, ClassTransform.transformingMethods(LoopbackAgent::isGetHost, answerLoopback()));
  }

  private byte[] rewriteAndSign(byte[] connector) {
    try {
      byte[] rewritten = rewrite(connector);
      Files.createFile(sign);
      return rewritten;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isGetHost(MethodModel method) {
    return method.methodName().equalsString("getHost")
        && method.methodType().equalsString("()Ljava/lang/String;");
  }

  private static MethodTransform answerLoopback() {
    return (method, element) -> {
      if (element instanceof CodeModel) {
        method.withCode(code -> code.loadConstant("127.0.0.1").areturn());
      } else {
        method.with(element);
      }
    };
  }
}
