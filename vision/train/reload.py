"""Shipped networks back into torch, so that training can go on from them."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from vision.train.nets import Detector, Reader


def reload(path: Path, net: Detector | Reader, examples: torch.Tensor) -> None:
    """Fill a network with a file's weights.

    An exported file has every normalisation folded into the convolution before it.
    Here it is unfolded again, with the mean and spread that examples have there, so
    that the network answers as before and learns as one that was never exported.
    """
    model = onnx.load(str(path))
    held = {
        one.name.removesuffix("_half"): torch.tensor(numpy_helper.to_array(one)).float()
        for one in model.graph.initializer
    }
    parts = dict(net.named_modules())
    state = net.state_dict()
    state.update({name: held[name] for name in state if name in held})
    net.load_state_dict(state)
    folded = []
    for node in model.graph.node:
        name = _module(node.output[0])
        norm = _norm_of(name)
        if node.op_type == "Conv" and norm is not None:
            with torch.no_grad():
                parts[name].weight.copy_(held[node.input[1]])
                _fold(parts[norm], held[node.input[2]])
            folded.append((parts[name], parts[norm]))
    _unfold(net, folded, examples)


def _module(output: str) -> str:
    """Return which module a node's output comes from: /a/a.0/one/one.2/Conv..."""
    name = last = ""
    for part in output.strip("/").split("/")[:-1]:
        inner = last and part.startswith(f"{last}.")
        name += part[len(last) :] if inner else f".{part}"
        last = part
    return name.lstrip(".")


def _norm_of(conv: str) -> str | None:
    """Return the normalisation that follows a convolution, if one does."""
    before, _, last = conv.rpartition(".")
    if last.isdigit():
        return f"{before}.{int(last) + 1}"
    return f"{before}.norm" if last == "two" else None


def _fold(norm: nn.Module, bias: torch.Tensor) -> None:
    """Make a normalisation add a bias and nothing else."""
    norm.weight.fill_(1.0)
    norm.bias.copy_(bias)
    norm.running_mean.zero_()
    norm.running_var.fill_(1.0 - norm.eps)


@torch.no_grad()
def _unfold(net: nn.Module, folded, examples: torch.Tensor) -> None:
    """Let normalisations take out what convolutions give, and put it back."""
    seen = {}
    hooks = [
        conv.register_forward_hook(
            lambda _, __, out, norm=norm: seen.__setitem__(
                norm, (out.mean((0, 2, 3)), out.var((0, 2, 3)))
            )
        )
        for conv, norm in folded
    ]
    net.eval()
    net(examples)
    for hook in hooks:
        hook.remove()
    for norm, (mean, spread) in seen.items():
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.add_(mean)
