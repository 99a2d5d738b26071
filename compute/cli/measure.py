"""`python -m compute measure-device`: times matrix products and a copy here, and keeps them as `this-machine`.

Afterwards `cost --device this-machine` answers for the machine that it runs on. DEVICE_FILE says where it is kept.
"""

import argparse


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "measure-device",
        help="measure this machine for the costs",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=measure_device)


def measure_device(arguments: argparse.Namespace) -> None:
    from compute.catalog.devices import keep_measured
    from compute.cli.costs import print_device
    from compute.engine.measure import measure

    found = measure()
    keep_measured(found)
    print_device(found)
